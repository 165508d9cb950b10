#!/bin/bash
# Start a Dask cluster: the scheduler here, and a worker for each core of the machines that are
# named, which share this folder. It ends with this script: press Ctrl-C.
#
#     bash machines.sh node1 node2 node3

trap 'kill $(jobs -p)' EXIT
dask scheduler --scheduler-file scheduler.json &
for machine in "$@"; do
    ssh "$machine" "cd '$PWD' && dask worker --scheduler-file scheduler.json --nworkers -1 --nthreads 1" &
done
wait
