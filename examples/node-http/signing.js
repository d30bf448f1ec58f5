// The secret that URLs of files are signed with, in a file beside them: the page shows pictures by such URLs, and
// copies them. A real service takes it from where its other secrets are.
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The secret in this file; makes one when there is no file. */
export async function signingSecret(file) {
  await mkdir(path.dirname(file), { recursive: true })
  // Another process may make it at the same time: the first one counts.
  await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' }).catch(
    (error) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return (await readFile(file, 'utf8')).trim()
}
