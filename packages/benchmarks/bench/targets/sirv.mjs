import { createServer } from 'node:http'
import sirv from 'sirv'
import { copied } from './send.mjs'

/** Serves a folder whose names, sizes and headers it reads once at the start. */
export async function open(directory) {
  let handler = sirv(directory)
  return {
    server: createServer((req, res) => handler(req, res)),
    facts: { headers: {} },
    files(names) {
      const paths = copied(names, directory)
      handler = sirv(directory, { etag: true })
      return paths
    },
  }
}
