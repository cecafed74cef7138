"""A program that plays before the flop and misbehaves after it, in the way its argument says."""

from __future__ import annotations

import json
import os
import sys
import time


def misbehave(how: str) -> None:
    if how == "raises":
        raise RuntimeError("I raise what I like")
    if how == "nonsense":
        print("banana", flush=True)
    elif how == "sleeps":
        time.sleep(1000)
    elif how == "floods":
        while True:
            os.write(1, b"call\n" * 1000)
    elif how == "eats memory":
        held = [bytes(2**22) for _ in range(2**16)]
        print(len(held))
    elif how == "dies":
        os.kill(os.getpid(), 9)
    elif how == "closes stdout":
        os.close(1)
        time.sleep(1000)
    elif how == "forks":
        for _ in range(3):
            if os.fork() == 0:
                os.setsid()  # out of the group that is killed first
                if os.fork() == 0:
                    time.sleep(1000)
                os._exit(0)
        os._exit(0)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        if message["street"] > 0:
            misbehave(sys.argv[1])
        else:
            print("check" if "check" in message["legal"] else "call", flush=True)
