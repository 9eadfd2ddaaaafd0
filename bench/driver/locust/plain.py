"""Plain exchanges, checked. Each user begins at a moment of its own within the first cycle."""

import os
import random

import gevent
from locust import FastHttpUser, constant_pacing, task

CYCLE_SECONDS = float(os.environ["CYCLE_SECONDS"])


class Plain(FastHttpUser):
    abstract = True
    wait_time = constant_pacing(CYCLE_SECONDS)

    def ask(self):
        with self.client.get("/", catch_response=True) as response:
            if response.status_code != 200 or response.json()["id"] != 4711:
                response.failure("not what was asked for")


class Paced(Plain):
    def on_start(self):
        gevent.sleep(random.random() * CYCLE_SECONDS)

    @task
    def exchange(self):
        self.ask()


class Asked(Plain):
    def on_start(self):
        gevent.sleep(random.random() * 5)

    @task
    def exchange(self):
        self.ask()


class Thinking(Plain):
    @task
    def think(self):
        gevent.sleep(CYCLE_SECONDS)
