"""An agent of edition v13."""
