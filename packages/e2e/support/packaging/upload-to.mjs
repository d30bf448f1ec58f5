import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { checkLibraryFacts } from '../library-files.mjs'

/** Starts a server that prints its key and address, uploads a file to it and reads it back. */
export async function uploadTo(project, args) {
  const server = spawn(process.execPath, args, {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let key
    let base
    for await (const line of createInterface(server.stdout)) {
      key ??= /stw_\w+/.exec(line)?.[0]
      base ??= /http:\S+\/api\/v1/.exec(line)?.[0]
      if (key && base) break
    }
    const headers = { authorization: `Bearer ${key}` }
    const body = new FormData()
    body.set('file', new Blob(['hello']), 'hello.txt')
    const created = await fetch(`${base}/assets`, { method: 'POST', headers, body })
    if (created.status !== 201) throw new Error(`${created.status} ${await created.text()}`)
    const { data } = await created.json()
    if (data.attributes.mime_type !== 'text/plain') throw new Error(JSON.stringify(data))
    const content = await fetch(data.attributes.url, { headers })
    if ((await content.text()) !== 'hello') throw new Error('other bytes came back')
    await checkLibraryFacts(async (name, bytes) => {
      const form = new FormData()
      form.set('file', new Blob([bytes]), name)
      const answer = await fetch(`${base}/assets`, { method: 'POST', headers, body: form })
      return (await answer.json()).data.attributes
    })
  } finally {
    server.kill()
    if (server.exitCode === null) await once(server, 'exit')
  }
}
