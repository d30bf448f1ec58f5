import { createHeifDecoder } from '../heif/decode-heif.ts'
import type { PictureContent } from '../job/content.ts'
import type { Renderer } from '../job/renderer.ts'
import { inconclusive, sharpUnavailable } from '../job/unavailable.ts'
import { loadSharp } from '../picture/load-sharp.ts'
import { type RenderTools, renderPicture } from '../picture/render.ts'
import type { ProcessSetup } from '../process/messages.ts'

/** Renders in this process. A crash of a decoder crashes the app; only sharp's timeout ends a job. */
export function createInProcessRenderer(
  setup: Pick<ProcessSetup, 'requireFrom' | 'heifCode'>,
): Renderer {
  let opened: RenderTools | null = null
  function open(): RenderTools {
    opened ??= openTools(setup)
    return opened
  }
  return {
    async prepare() {
      open()
    },
    async render(content, job) {
      const tools = open()
      const bytes = content.bytes ?? (await joined(content))
      try {
        return await renderPicture(tools, bytes, job)
      } catch (cause) {
        throw inconclusive('The picture could not be made now.', cause)
      }
    },
    close() {},
  }
}

async function joined(content: PictureContent): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content.chunks()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function openTools({
  requireFrom,
  heifCode,
}: Pick<ProcessSetup, 'requireFrom' | 'heifCode'>): RenderTools {
  try {
    return {
      sharp: loadSharp(requireFrom),
      decodeHeif: createHeifDecoder(heifCode, requireFrom),
    }
  } catch (cause) {
    throw sharpUnavailable(cause)
  }
}
