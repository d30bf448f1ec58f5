import type { Socket } from 'node:net'
import { type LingerLimits, LingerWatch } from '@stowage/api'

/**
 * Makes this the connection's last answer, and lets the client read it although it is still sending.
 *
 * Call it before the answer is written, with `Connection: close` among its headers. Do not call it from within the
 * parser: wait a turn of the event loop after the request came. From then on no byte that comes in is parsed, so
 * pipelined requests after this one are never handled. The bytes are discarded until the client ends, is silent for too
 * long or has used up its time.
 *
 * Closing a socket with unread bytes in its buffer would send a reset. A client that has not read the answer yet
 * would then lose it (RFC 9112 §9.6).
 */
export function lingerAfterAnswer(socket: Socket, limits: LingerLimits = {}): void {
  let watch: LingerWatch | undefined
  let answered = false
  let ended = false
  const close = () => socket.destroy()
  const closeWhenDone = () => {
    if (answered && ended) close()
  }

  whenFlowing(socket, () => {
    // What node:http does itself before `upgrade`: takes the parser's listeners off the socket.
    socket.removeAllListeners('data').removeAllListeners('end')
    socket.on('data', () => watch?.heard())
    socket.once('end', () => {
      ended = true
      closeWhenDone()
    })
  })
  // node:http calls this once the answer is written; its own version does not wait for the client.
  socket.destroySoon = () => {
    const watching = new LingerWatch(limits, close)
    watch = watching
    socket.once('close', () => watching.stop())
    socket.end(() => {
      answered = true
      closeWhenDone()
    })
  }
}

/**
 * A socket whose parser was paused by back-pressure must be resumed while node:http's own listeners are still there,
 * because they start the reading again. They may pause it once more until earlier answers have left.
 */
function whenFlowing(socket: Socket, then: () => void): void {
  if (!socket.isPaused()) {
    then()
    return
  }
  const onResume = () => {
    if (socket.isPaused()) return
    socket.off('resume', onResume)
    then()
  }
  socket.on('resume', onResume).resume()
}
