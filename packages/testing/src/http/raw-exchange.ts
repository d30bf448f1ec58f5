import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { HttpFixture } from './http-fixture.ts'
import { parseAnswers, type RawAnswer } from './raw-http.ts'

/** Milliseconds for which a server may neither answer a client nor close. */
const HANG = 15_000

type Piece = string | Uint8Array

/** A connection of an attacker, who may write anything. */
export async function openConnection(fixture: Pick<HttpFixture, 'baseUrl'>): Promise<Socket> {
  const { hostname, port, protocol } = new URL(fixture.baseUrl)
  const target = { host: hostname, port: Number(port) }
  const isTls = protocol === 'https:'
  const socket = isTls ? connectTls({ ...target, rejectUnauthorized: false }) : connect(target)
  await once(socket, isTls ? 'secureConnect' : 'connect')
  // The bytes read so far show what broke.
  socket.on('error', () => {})
  return socket
}

/**
 * Writes everything, and resolves to all answers that came before the server closed the connection. Text is sent as
 * Latin-1, byte for byte. Rejects when the server neither answers nor closes.
 */
export async function exchange(
  fixture: Pick<HttpFixture, 'baseUrl'>,
  pieces: Iterable<Piece> | AsyncIterable<Piece>,
): Promise<readonly RawAnswer[]> {
  const socket = await openConnection(fixture)
  const answers = answersUntilClosed(socket)
  for await (const piece of pieces) {
    if (socket.destroyed || socket.readableEnded) break
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece
    await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
  }
  return answers
}

/** All answers on a connection, once the server has closed it. */
export function answersUntilClosed(socket: Socket): Promise<readonly RawAnswer[]> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    const hang = setTimeout(() => {
      socket.destroy()
      const received = Buffer.concat(chunks).toString('latin1').slice(0, 500)
      reject(new Error(`Neither an answer nor an end after ${HANG} ms, only: ${received}`))
    }, HANG)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.once('close', () => {
      clearTimeout(hang)
      resolve(parseAnswers(Buffer.concat(chunks)))
    })
  })
}
