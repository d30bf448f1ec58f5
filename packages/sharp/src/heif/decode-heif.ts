import { Worker } from 'node:worker_threads'
import type { RenderLimits } from '../job/recipe.ts'

/** A picture in HEVC, with the ICC profile that its header holds. */
export interface HeifPicture {
  readonly content: Uint8Array
  readonly icc: Uint8Array | undefined
  readonly limits: RenderLimits
}

/**
 * Decodes to a TIFF of upright 8-bit pixels. Rejects with a plain error when the picture cannot be decoded.
 * Rejects with an error that has a `code` when the thread could not start, ran out of memory, or out of time.
 */
export type DecodeHeif = (picture: HeifPicture) => Promise<Uint8Array>

/** What the thread is started with. */
export interface HeifRequest extends HeifPicture {
  readonly requireFrom: string
}

/** What the thread answers, `refused` being libheif's own words; it dies of its error otherwise. */
export type HeifReply = { readonly bytes: Uint8Array } | { readonly refused: string }

/** Megabytes of JavaScript; WebAssembly has its own ceiling of 2 GiB. */
const HEAP = 128

/**
 * Decodes with libheif-js, as looked up from `requireFrom`, in a thread of its own for each picture:
 * WebAssembly never gives memory back, and only a thread can be ended when the time is up.
 */
export function createHeifDecoder(workerCode: string, requireFrom: string): DecodeHeif {
  return (picture) =>
    new Promise((resolve, reject) => {
      const fail = (message: string, cause?: unknown): void =>
        reject(Object.assign(new Error(message, { cause }), { code: 'HEIF_THREAD' }))
      const worker = new Worker(workerCode, {
        eval: true,
        workerData: { ...picture, requireFrom } satisfies HeifRequest,
        execArgv: [],
        env: {},
        // libheif-js prints on the console what it cannot decode.
        stdout: true,
        stderr: true,
        resourceLimits: { maxOldGenerationSizeMb: HEAP },
        name: 'stowage-heif',
      })
      const timer = setTimeout(() => void worker.terminate(), picture.limits.time)
      worker.on('message', (reply: HeifReply) => {
        if ('bytes' in reply) resolve(reply.bytes)
        else reject(new Error(reply.refused))
      })
      worker.on('error', (cause) => fail('The thread that decodes HEIC failed.', cause))
      worker.on('exit', () => {
        clearTimeout(timer)
        fail('The thread that decodes HEIC ended before its time, or took too long.')
      })
    })
}
