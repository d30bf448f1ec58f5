import { createReadStream } from 'node:fs'
import { systemReason } from '../entries/system-reason.ts'
import { ManifestError } from './manifest-error.ts'

/**
 * The text of a file, piece by piece, without its byte order mark. A `ManifestError` when it cannot be read, and for
 * bytes that are not UTF-8: letters in another encoding would be lost. It also refuses zero bytes, which UTF-16 has and
 * no manifest needs.
 */
export async function* utf8Text(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of bytesOf(file))
    yield decoded(file, () => decoder.decode(chunk, { stream: true }))
  yield decoded(file, () => decoder.decode())
}

async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file)
  } catch (error) {
    throw new ManifestError(`${file} ${systemReason(error)}. Check the path.`)
  }
}

function decoded(file: string, decode: () => string): string {
  let text: string | null = null
  try {
    text = decode()
  } catch {}
  if (text !== null && !text.includes('\0')) return text
  const form = /\.(jsonl|ndjson|json)$/i.test(file) ? 'UTF-8' : 'CSV UTF-8'
  throw new ManifestError(`${file} is not UTF-8. Save it as ${form}.`)
}
