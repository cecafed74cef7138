"""The table by WebSocket: snapshots go out, actions with the number of their decision come in.

A frame that goes out is a list of messages, one that comes in is one message. Where the address ends in `?partner=1` a
message of the partner follows each snapshot in which the person is asked: see `web/messages/judgement.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from typing import Annotated

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter, ValidationError

from riverboat.errors import RiverboatError
from riverboat.web.door import MOST_BYTES, Bucket
from riverboat.web.lobby import Lobby
from riverboat.web.messages.hand import Json
from riverboat.web.messages.judgement import beforehand
from riverboat.web.own_seat import OwnSeat
from riverboat.web.requests import ActMessage, DealMessage, FinishMessage, HelloMessage, readable
from riverboat.web.room import Listener
from riverboat.web.texts import refusals
from riverboat.web.visitors import NotYours, words_for_visitors
from riverboat.web.workers import Crowded

router = APIRouter()
MOST_SOCKETS = 50  # of one person
Said = ActMessage | DealMessage | FinishMessage | HelloMessage
_MESSAGES: TypeAdapter[Said] = TypeAdapter(Annotated[Said, Field(discriminator="type")])
_CLOSED_NOT_YOURS, _CLOSED_TOO_MUCH, _CLOSED_BEHIND = 4004, 4008, 4009
_CLOSED_IDLE, _CLOSED_CROWDED = 4010, 4029


@router.websocket("/ws/table/{table_id}")
async def table_socket(socket: WebSocket, table_id: str) -> None:
    """One person's view of one table."""
    await socket.accept()
    hall: Lobby = socket.app.state.hall
    if hall.sockets[socket.state.owner] >= MOST_SOCKETS:
        await socket.close(_CLOSED_CROWDED, refusals.too_many_windows(MOST_SOCKETS))
        return
    hall.sockets[socket.state.owner] += 1
    try:
        await _serve(socket, hall, table_id)
    finally:
        hall.sockets[socket.state.owner] -= 1
        hall.sockets += Counter()  # forgets those who have none


async def _serve(socket: WebSocket, hall: Lobby, table_id: str) -> None:
    try:
        room = await hall.room(socket.state.owner, table_id)
        await _send(socket, room.hello())
        listener = await room.join()
    except NotYours:
        await _not_yours(socket)
        return
    except Crowded as error:
        await socket.close(_CLOSED_CROWDED, str(error))
        return
    except RiverboatError as error:
        await _send(socket, {"type": "error", "text": words_for_visitors(error)})
        await socket.close(1011)
        return
    except (WebSocketDisconnect, RuntimeError):
        return
    beside = room if room.advised and socket.query_params.get("partner") == "1" else None
    teller = asyncio.create_task(_tell(socket, listener, beside))
    try:
        await _listen(socket, room)
    except (WebSocketDisconnect, RuntimeError):  # starlette raises the latter where a closed socket is written to
        pass
    finally:
        room.leave(listener)
        teller.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await teller


async def _not_yours(socket: WebSocket) -> None:
    await socket.close(_CLOSED_NOT_YOURS, refusals.NOT_YOURS)


async def _tell(socket: WebSocket, listener: Listener, beside: OwnSeat | None) -> None:
    """Pass on what happens; with a room whose partner shall speak, what it says to each decision of the person's.

    What happens does not wait for the partner: what it thinks about an earlier decision is dropped.
    """
    thinking: asyncio.Task[None] | None = None
    try:
        while (messages := await listener.get()) is not None:
            if thinking is not None:
                thinking.cancel()
            await _send(socket, *messages)
            if beside is not None and listener.empty() and any(each.get("legal") for each in messages[-1:]):
                thinking = asyncio.create_task(_say_beforehand(socket, beside))
    finally:
        if thinking is not None:
            thinking.cancel()
    await socket.close(_CLOSED_BEHIND, refusals.FELL_BEHIND)


async def _say_beforehand(socket: WebSocket, room: OwnSeat) -> None:
    """What the partner says to the decision that waits; nothing where none does any more."""
    speaker = room.plan.entry.speaker
    # A socket that was closed meanwhile has nobody to tell.
    with contextlib.suppress(RiverboatError, WebSocketDisconnect, RuntimeError):
        turn, said = await room.consult(lambda partner, view, names: beforehand(partner, view, speaker, names))
        await _send(socket, {"type": "partner", "turn": turn, **said})


async def _listen(socket: WebSocket, room: OwnSeat) -> None:
    per_second: float = socket.app.state.messages_per_s
    bucket = Bucket(3 * per_second, per_second)
    while True:
        try:
            frame = await asyncio.wait_for(socket.receive(), socket.app.state.idle_s)
        except TimeoutError:
            await socket.close(_CLOSED_IDLE, refusals.TOO_QUIET)
            return
        if frame["type"] == "websocket.disconnect":
            return
        text = frame.get("text") or ""  # a frame of bytes says nothing that we understand
        if len(text) > MOST_BYTES or not bucket.take():
            await socket.close(_CLOSED_TOO_MUCH, refusals.TOO_FAST)
            return
        try:
            asked = _MESSAGES.validate_json(text)
            answer = await _answer(room, asked)
        except ValidationError as error:
            answer = {"type": "error", "text": readable(error.errors())}
        except NotYours:  # it was left or deleted in another window, or on another server
            await _not_yours(socket)
            return
        except RiverboatError as error:
            answer = {"type": "error", "text": words_for_visitors(error)}
        if answer is not None:
            await _send(socket, answer)


async def _answer(room: OwnSeat, asked: Said) -> Json | None:
    if isinstance(asked, ActMessage):
        return await room.act(asked.turn, asked.action)
    if isinstance(asked, DealMessage):
        return await room.deal(asked.turn)
    if isinstance(asked, FinishMessage):
        return await room.finish(asked.turn)
    return await room.now()


async def _send(socket: WebSocket, *messages: Json) -> None:
    await socket.send_text(json.dumps(messages, separators=(",", ":"), ensure_ascii=False))
