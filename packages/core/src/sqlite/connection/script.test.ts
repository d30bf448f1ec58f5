import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'
import { databaseFile, testedDrivers } from './drivers.fixture.ts'

const TOOLING = new URL('../../../../tooling/worker-code.mjs', import.meta.url).href

/** Bundles a script with the library into one file beside `file`, as apps do. */
async function bundle(file: string, code: string, format: 'esm' | 'cjs'): Promise<string> {
  const directory = path.dirname(file)
  const library = createRequire(import.meta.url).resolve('better-sqlite3/package.json')
  await mkdir(path.join(directory, 'node_modules'))
  await symlink(path.dirname(library), path.join(directory, 'node_modules', 'better-sqlite3'))
  const { workerCodeForBuild } = (await import(TOOLING)) as { workerCodeForBuild: Plugin }
  const outfile = path.join(directory, format === 'esm' ? 'app.mjs' : 'app.cjs')
  await build({
    stdin: {
      contents: `import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'; ${code}`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format,
    outfile,
    logLevel: 'error',
    plugins: [workerCodeForBuild],
  })
  return outfile
}

describe.each(testedDrivers)('a bundled script that uses openSqliteMetadata on %s', (driver) => {
  const open = (file: string) => `openSqliteMetadata(${JSON.stringify({ file, driver })})`

  it.each(['esm', 'cjs'] as const)('ends even when it forgets to close (%s)', async (format) => {
    const file = await databaseFile()
    const code = `${open(file)}.then((metadata) => metadata.blobs.reserve(['key'], { lifetime: 0 }))`
    const script = await bundle(file, code, format)
    const child = execFile(process.execPath, [script], { cwd: path.dirname(file) })
    expect(await once(child, 'exit')).toEqual([0, null])
    const metadata = await openSqliteMetadata({ file, driver })
    expect(await metadata.blobs.claim({ keys: ['key'] })).toEqual(['key'])
    await metadata.close()
  })

  it('finds every write that resolved again after it was killed', async () => {
    const file = await databaseFile()
    const code = `${open(file)}.then(async (metadata) => {
      for (let n = 0; ; n += 1) {
        await metadata.blobs.reserve(['key' + n], { lifetime: 0 })
        console.log('key' + n)
      }
    })`
    const script = await bundle(file, code, 'esm')
    const child = execFile(process.execPath, [script], { cwd: path.dirname(file) })
    let output = ''
    child.stdout?.on('data', (text: string) => {
      output += text
      if (output.includes('key100\n')) child.kill('SIGKILL')
    })
    await once(child, 'close')
    const resolved = output.split('\n').slice(0, -1)
    expect(resolved.length).toBeGreaterThan(100)
    const metadata = await openSqliteMetadata({ file, driver })
    expect(await metadata.blobs.claim({ keys: resolved })).toEqual(resolved)
    await metadata.close()
  })
})
