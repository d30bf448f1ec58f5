// Exit codes, places that there are not, and readers that have seen enough.
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { run, start } from './command.mjs'

export async function exitScenes({ report, directory }) {
  const media = path.join(directory, 'exits')
  const store = await openAssetStore({ directory: media, advanced: { sweepEveryMs: false } })
  for (let index = 0; index < 300; index += 1)
    await store.upload(Buffer.from('x'), { name: `${index}.txt` })
  await store.close()
  const free = await freePort()
  const empty = path.join(directory, 'empty')
  await mkdir(empty)
  const broken = path.join(directory, 'broken')
  await mkdir(broken)
  await writeFile(
    path.join(broken, 'stowage.db'),
    'this is no database, but long enough to be looked at '.repeat(40),
  )
  for (const [name, args, code] of [
    ['done', ['usage', '-d', media], 0],
    ['some refused', ['show', 'nonsense', '-d', media], 1],
    ['a folder that is not there', ['ls', '-d', path.join(directory, 'nowhere')], 3],
    ['a folder without a store', ['ls', '-d', empty], 3],
    ['a database that is none', ['ls', '-d', broken], 3],
    [
      'a service that does not answer',
      ['ls', '--url', `http://127.0.0.1:${free}`, '--key', 'x'],
      3,
    ],
    [
      'a database that does not answer',
      ['ls', '--postgres', `postgres://u:secret@127.0.0.1:${free}/x`, '-d', media],
      3,
    ],
    ['two places', ['ls', '-d', media, '--url', `http://127.0.0.1:${free}`], 2],
  ]) {
    const { exitCode, stderr } = await run(args)
    const words = stderr.trim().split('\n')[0]
    report.check(
      `exit ${code}: ${name}`,
      exitCode === code && !stderr.includes('    at ') && !stderr.includes('secret'),
      `${exitCode} ${words}`,
    )
  }
  await report.step('a reader that has seen enough ends the command without a word', async () => {
    const { child, result } = start(['ls', '--json', '-d', media])
    await once(child.stdout, 'data')
    child.stdout.destroy()
    const { exitCode, stderr } = await result
    if (exitCode !== 0 || stderr !== '') throw new Error(`exit ${exitCode}: ${stderr}`)
  })
}

/** A port on which nothing listens any more. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
