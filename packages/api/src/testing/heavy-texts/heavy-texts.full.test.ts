import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { createApiFixture } from '../api-fixture.ts'
import { HEAVY_TEXTS } from './heavy-texts.ts'
import { textPlaces } from './text-places.ts'

/** Milliseconds. */
const LONGEST = 20

/** Fields of forms may have 64 KiB, bodies 1 MiB. */
const BYTES = { form: 60 * 1024, other: 256 * 1024 }

it('no text in any place of a request holds up the event loop', async () => {
  const { send, upload } = await createApiFixture({ fromUrl: true })
  const { data } = await upload('x')
  for (const { name, request } of textPlaces(data.id)) {
    for (const [kind, text] of Object.entries(HEAVY_TEXTS)) {
      const { method, path, body, ...rest } = request(
        text(name.includes(' form ') ? BYTES.form : BYTES.other),
      )
      // The best of three: another process may take the processor.
      const delays: number[] = []
      for (let attempt = 0; attempt < 3 && (delays.at(-1) ?? LONGEST) >= LONGEST; attempt += 1) {
        const sent = {
          ...rest,
          ...(body && { body: Readable.from([body], { objectMode: false }) }),
        }
        const delay = monitorEventLoopDelay({ resolution: 1 })
        delay.enable()
        await send(method, path, sent)
        delay.disable()
        delays.push(delay.max / 1e6)
      }
      expect(Math.min(...delays), `${name}: ${kind}`).toBeLessThan(LONGEST)
    }
  }
})
