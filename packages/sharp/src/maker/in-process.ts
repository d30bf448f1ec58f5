import { createHeifDecoder } from '../heif/decode-heif.ts'
import { loadSharp } from '../picture/load-sharp.ts'
import { renderPicture } from '../picture/render.ts'
import type { Decoders } from '../picture/source.ts'
import type { ProcessSetup } from '../process/messages.ts'
import type { PictureContent } from './content.ts'
import type { Renderer } from './renderer.ts'
import { unavailable } from './unavailable.ts'

/** Renders in this process. A crash of a decoder is a crash of the app; nothing but sharp's time-out ends a job. */
export function createInProcessRenderer(
  setup: Pick<ProcessSetup, 'requireFrom' | 'heifCode'>,
): Renderer {
  let decoders: Decoders | null = null
  return {
    async render(content, job) {
      decoders ??= openDecoders(setup)
      return renderPicture(decoders, content.bytes ?? (await joined(content)), job)
    },
    close() {},
  }
}

async function joined(content: PictureContent): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content.chunks()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function openDecoders({
  requireFrom,
  heifCode,
}: Pick<ProcessSetup, 'requireFrom' | 'heifCode'>): Decoders {
  try {
    return {
      sharp: loadSharp(requireFrom),
      decodeHeif: createHeifDecoder(heifCode, requireFrom),
    }
  } catch (cause) {
    throw unavailable('sharp cannot be loaded.', cause)
  }
}
