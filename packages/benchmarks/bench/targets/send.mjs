import { copyFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import send from 'send'

/** Express's way of serving a folder. */
export async function open(directory) {
  const server = createServer((req, res) => send(req, req.url, { root: directory }).pipe(res))
  return { server, facts: { headers: {} }, files: (names) => copied(names, directory) }
}

export function copied(names, directory) {
  for (const name of names) copyFileSync(name, path.join(directory, path.basename(name)))
  return names.map((name) => `/${path.basename(name)}`)
}
