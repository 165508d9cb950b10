"""NEAT by the package neat-python: seeded, in several processes, resumable.

Ratings are computed here, from a network's genes alone and with random numbers of their own, so
that a run depends neither on the number of processes nor on interruptions.
"""

from __future__ import annotations

import functools
import importlib.metadata
import multiprocessing
import os
import random
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.agents.learn.network import Network, NetworkLink, NetworkNode, NetworkShape
from bombe.agents.learn.records import Generation
from bombe.boards.errors import InputError, SolverMissingError

if TYPE_CHECKING:
    import threading

    from bombe.agents.learn.designs import Design
    from bombe.agents.learn.records import Training

_CONFIG = """\
[NEAT]
fitness_criterion = max
fitness_threshold = 0
no_fitness_termination = True
pop_size = {population}
reset_on_extinction = True

[DefaultGenome]
num_inputs = {inputs}
num_outputs = {outputs}
num_hidden = 0
feed_forward = True
initial_connection = {connection}
single_structural_mutation = False
structural_mutation_surer = default
compatibility_disjoint_coefficient = 1.0
compatibility_weight_coefficient = 0.2
conn_add_prob = 0.3
conn_delete_prob = 0.15
node_add_prob = 0.2
node_delete_prob = 0.08
activation_default = random
activation_options = {activations}
activation_mutate_rate = 0.1
aggregation_default = sum
aggregation_options = sum
aggregation_mutate_rate = 0.0
enabled_default = True
enabled_mutate_rate = 0.02
enabled_rate_to_true_add = 0.0
enabled_rate_to_false_add = 0.0
{numbers}

[DefaultSpeciesSet]
compatibility_threshold = {threshold}

[DefaultStagnation]
species_fitness_func = max
max_stagnation = 15
species_elitism = 2

[DefaultReproduction]
elitism = 2
survival_threshold = 0.2
min_species_size = 2
"""
"""The whole configuration of neat-python, which has no defaults of its own."""
_NAMES = (
    *("init_mean", "init_stdev", "min_value", "max_value"),
    *("mutate_power", "mutate_rate", "replace_rate"),
)
_NUMBERS = {
    "bias": (0.0, 2.0, -20.0, 20.0, 0.3, 0.5, 0.05),
    "weight": (0.0, 3.0, -20.0, 20.0, 0.3, 0.6, 0.15),
    "response": (1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0),
    "time_constant": (1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0),
}
"""How numbers of a network are drawn and changed; the last two never are."""


class Genes(NamedTuple):
    """A network as plain data, to send to a worker process."""

    nodes: tuple[NetworkNode, ...]
    links: tuple[NetworkLink, ...]


class GivenUpError(Exception):
    """The generation in progress was given up."""


def neat_package() -> Any:
    """Return neat-python; raise SolverMissingError if it is not installed."""
    try:
        import neat
    except ImportError:
        raise SolverMissingError(
            "training needs 'neat-python', which is missing: pip install 'bombe[learn]'"
        ) from None
    return neat


def neat_version() -> str:
    """Return the version of neat-python, on which the course of a run depends."""
    neat_package()
    return importlib.metadata.version("neat-python")


def network_of(design: Design, genes: Genes, about: dict[str, Any] | None = None) -> Network:
    """Return the network that genes describe."""
    shape = design.shape
    return Network(shape.inputs, range(shape.outputs), *genes, about)


Map = Callable[[Callable[[Genes], float], Sequence[Genes]], Iterable[float]]
"""What calls a function with each network, in this process or in several."""


@contextmanager
def rating_processes(jobs: int) -> Iterator[Map]:
    """Yield the `map` of so many processes; they live until the run ends."""
    if jobs == 1:
        yield map
        return
    with ProcessPoolExecutor(
        jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_ignore_interrupts
    ) as executor:
        try:
            yield executor.map
        finally:
            executor.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _rate(design: Design, generation: int, genes: Genes) -> float:
    return design.fitness(network_of(design, genes), generation)


def evolve(
    training: Training, design: Design, generations: int, jobs: int, stop: threading.Event
) -> Iterator[Generation]:
    """Yield each new generation as soon as it is in the file, until there are so many.

    A run that the file began is repeated first, with its ratings and without games.
    """
    with rating_processes(jobs) as call:
        evolution = Evolution(training, design, call, stop)
        while evolution.number < generations and not stop.is_set():
            try:
                found = evolution.step()
            except GivenUpError:
                return
            if found:
                training.add(found)
                yield found


class Evolution:
    """A population, a generation at a time."""

    def __init__(
        self, training: Training, design: Design, call: Map, stop: threading.Event
    ) -> None:
        self._training, self._design, self._map, self._stop = training, design, call, stop
        self._known = {one.generation: one for one in training.generations}
        self.number = 0
        self._random_state: Any = random.Random(training.plan.seed).getstate()
        with self._own_random():
            neat = neat_package()
            self._population = neat.Population(
                _configuration(neat, design, training.plan.population)
            )

    def step(self) -> Generation | None:
        """Rate a generation and draw the next; return its record if the file has none."""
        found: list[Generation] = []

        def rate(genomes: list[tuple[int, Any]], _config: Any) -> None:
            found.append(self._rated([genome for _, genome in genomes]))

        with self._own_random():
            self._population.run(rate, 1)
        self.number += 1
        return None if found[0].generation in self._known else found[0]

    def _rated(self, genomes: list[Any]) -> Generation:
        genes = [_genes(genome, self._design.shape) for genome in genomes]
        known = self._known.get(self.number)
        begin = time.perf_counter()
        ratings = list(known.ratings) if known else self._newly_rated(genes)
        if len(ratings) != len(genomes):
            raise self._differs()
        for genome, rating in zip(genomes, ratings, strict=True):
            genome.fitness = rating
        at = max(range(len(ratings)), key=ratings.__getitem__)
        network = network_of(self._design, genes[at])
        if known:
            if known.network != _plain(network):
                raise self._differs()
            return known
        return Generation(
            generation=self.number,
            best=ratings[at],
            mean=sum(ratings) / len(ratings),
            measured=self._design.measure(network),
            species=len(self._population.species.species),
            nodes=len(network.nodes),
            connections=len(network.links),
            seconds=round(time.perf_counter() - begin, 3),
            network=_plain(network),
            ratings=tuple(ratings),
        )

    def _newly_rated(self, genes: Sequence[Genes]) -> list[float]:
        """Return the rating of each network; raise GivenUpError if the work is to stop."""
        ratings: list[float] = []
        for rating in self._map(functools.partial(_rate, self._design, self.number), genes):
            ratings.append(rating)
            if self._stop.is_set():
                raise GivenUpError
        networks = [network_of(self._design, one) for one in genes]
        return self._design.among(networks, ratings, self.number)

    def _differs(self) -> InputError:
        return InputError(
            f"{self._training.path}: generation {self.number} is not what this seed leads to;"
            " give another folder, or remove the file to start anew"
        )

    @contextmanager
    def _own_random(self) -> Iterator[None]:
        """Let neat-python use the module `random` in the state in which it left it."""
        outside = random.getstate()
        random.setstate(self._random_state)
        try:
            yield
        finally:
            self._random_state = random.getstate()
            random.setstate(outside)


def _plain(network: Network) -> dict[str, Any]:
    """Return a network as JSON gives it back."""
    fields = network.to_json()
    del fields["about"]
    return fields


def _genes(genome: Any, shape: NetworkShape) -> Genes:
    """Return a genome's network; neat-python numbers inputs -1, -2, ... and outputs 0, 1, ..."""
    inputs = shape.inputs
    nodes = [
        NetworkNode(key, shape.result if key < shape.outputs else node.activation, node.bias)
        for key, node in genome.nodes.items()
    ]
    links = [
        NetworkLink(inputs[-source - 1] if source < 0 else source, to, gene.weight)
        for (source, to), gene in genome.connections.items()
        if gene.enabled
    ]
    return Genes(tuple(nodes), tuple(links))


def _number_settings() -> Iterator[str]:
    for number, values in _NUMBERS.items():
        yield f"{number}_init_type = gaussian"
        yield from (f"{number}_{key} = {v}" for key, v in zip(_NAMES, values, strict=True))


def _configuration(neat: Any, design: Design, population: int) -> Any:
    """Return neat-python's configuration, which it reads only from a file."""
    shape = design.shape
    inputs, outputs = len(shape.inputs), shape.outputs
    text = _CONFIG.format(
        population=population,
        inputs=inputs,
        outputs=outputs,
        connection=shape.connection,
        activations=" ".join(shape.activations),
        threshold=3.0,
        numbers="\n".join(_number_settings()),
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "neat.ini"
        path.write_text(text, encoding="utf-8")
        kinds = neat.DefaultReproduction, neat.DefaultSpeciesSet, neat.DefaultStagnation
        return neat.Config(neat.DefaultGenome, *kinds, os.fspath(path))
