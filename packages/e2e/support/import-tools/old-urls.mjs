import { createHash } from 'node:crypto'
import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { serve } from '@stowage/node'
import { sharpVariants } from '@stowage/sharp'
import { startNginx } from '../nginx.mjs'
import { guideRules } from './guide.mjs'

/**
 * Serves an imported store behind nginx, with the rules that the guide shows, and asks the old URLs of a library. Resolves to
 * how many there were, and to what is wrong with which.
 */
export async function askOldUrls({ library, media, project, directory }) {
  const store = await openAssetStore({ directory: media, variants: sharpVariants() })
  const options = { port: 0, externalIdUrls: 'guessable', access: 'public', closeStore: true }
  const { url, close } = await serve(store, options)
  let nginx
  try {
    await copyMap(project, directory)
    const { http, server } = await guideRules()
    nginx = await startNginx({ directory, media, appPort: new URL(url).port, http, more: server })
    return await ask(nginx.origin, library)
  } finally {
    await nginx?.stop()
    await close()
  }
}

/** The map that Rails wrote; without one nginx needs an empty one. */
async function copyMap(project, directory) {
  const map = path.join(directory, 'old-urls.map')
  await cp(path.join(project, 'old-urls.map'), map).catch(() => writeFile(map, ''))
}

async function ask(origin, { files }) {
  const wrong = []
  let asked = 0
  for (const { urls, smallerUrls = [], sha256 } of files) {
    for (const url of [...urls, ...smallerUrls]) {
      asked += 1
      const answer = await fetch(origin + url)
      const bytes = Buffer.from(await answer.arrayBuffer())
      const isSame = createHash('sha256').update(bytes).digest('hex') === sha256
      const isRight = urls.includes(url) ? isSame : bytes.length > 0
      const isNew = answer.redirected && new URL(answer.url).pathname.startsWith('/api/v1/files/')
      if (answer.status !== 200 || !isNew || !isRight) wrong.push(`${url}: ${answer.status}`)
    }
  }
  return { asked, wrong }
}
