"""The golden corpus: questions with their answers, which Python and the page both have to give."""
