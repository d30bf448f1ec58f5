import { setTimeout as sleep } from 'node:timers/promises'
import { multipart } from '../client/multipart.mjs'
import { promiseOf } from './files.mjs'
import { createUpload } from './upload.mjs'

/** Requests over HTTP whose connection the client breaks off. An upload without its end must not be stored. */
export function createBrokenRequests({ client, journal, random, shelf, files }) {
  return {
    async abortUpload() {
      const file = files.newFile(random.chance(0.5) ? 'staged' : 'small')
      const form = multipart('file', [file])
      const sent = random.between(1, form.body.length - 1)
      await journal.act(
        { verb: 'upload', as: 'aborted upload', files: [promiseOf(file)], expects: ['broken off'] },
        async () => {
          await client.request('/assets', { ...form, breakOff: { sent } })
          throw Object.assign(new Error('The client broke it off.'), { code: 'broken off' })
        },
      )
    },
    async abortRead() {
      const asset = shelf.peek('active')
      if (asset === undefined) return
      const excused = ({ code }) => code === 'file_not_found' && !shelf.holds(asset)
      await journal.act({ verb: 'aborted read' }, () => client.glance(asset), { excused })
    },
  }
}

/** Uploads in this process whose caller gives up at any moment: before their end, at the commit, or too late. */
export function createAborts({ client, journal, random, shelf, files }) {
  const upload = createUpload({ client, journal, shelf })
  return {
    async abort() {
      const list = [files.newFile(random.chance(0.5) ? 'staged' : 'small')]
      if (random.chance(0.3)) list.push(files.newFile())
      const control = new AbortController()
      const timer = setTimeout(() => control.abort(), random.between(0, 25))
      await upload(list, {
        intent: { as: 'aborted upload', expects: ['AbortError'] },
        signal: control.signal,
        inPieces: true,
        pause: () => sleep(1),
      })
      clearTimeout(timer)
    },
  }
}
