import { execSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { quadrants } from '../testing/quadrants.ts'
import { pictureOf } from '../testing/staged.ts'
import { sharpVariants } from '../variants/sharp-variants.ts'

const { execPath } = process
afterEach(() => {
  process.execPath = execPath
})

/**
 * Lowers the number of descriptors that this process may have below what it has. Resolves to what raises it again,
 * which a helper does that runs already: none could be started then.
 */
async function withoutDescriptors(): Promise<() => Promise<void>> {
  const limit = `prlimit --pid ${process.pid} --nofile`
  const before = execSync(`${limit} --output SOFT --noheadings`, { encoding: 'utf8' }).trim()
  const helper = spawn(
    'sh',
    ['-c', `${limit}=8: && echo lowered; read line; ${limit}=${before}:`],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  )
  await once(helper.stdout, 'data')
  return async () => {
    helper.stdin.end('raise\n')
    await once(helper, 'exit')
  }
}

const canLimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0

const photo = await quadrants().png().toBuffer()

async function thumbnail(): Promise<unknown> {
  const processor = sharpVariants({ concurrency: 1 })
  onTestFinished(() => processor.close?.())
  const source = pictureOf(photo, 'image/png')
  return processor.make(source, ['thumbnail'])
}

describe('a processor whose system cannot start a process', () => {
  it.skipIf(!canLimit)(
    'is unavailable when there are no descriptors, and works again',
    async () => {
      const raise = await withoutDescriptors()
      const refused = await thumbnail().catch((error: unknown) => error)
      // Node emits the error in a later turn. It must not end the app.
      await new Promise((resolve) => setImmediate(resolve))
      await raise()
      expect(refused).toMatchObject({ code: 'unavailable', cause: { code: 'EMFILE' } })
      expect(await thumbnail()).toMatchObject({ failed: [] })
    },
  )

  it.each(['/nowhere/node', 'no\0where'])(
    'is unavailable when Node is not to be had: %j',
    async (file) => {
      process.execPath = file
      await expect(thumbnail()).rejects.toMatchObject({
        code: 'unavailable',
        cause: expect.anything(),
      })
    },
  )
})
