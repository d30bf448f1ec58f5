// Run as a process of its own: node --expose-gc server.mjs <directory>
// Serves one store by three adapters. Sends { origins, token } over IPC. Answers `sample` with what the process holds;
// with `quiet` it first waits until no connection is left. `close` ends it.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { ADAPTERS } from '../adapters.mjs'
import { connectionsGone, sampleProcess } from '../process-sample.mjs'
import { textVariants } from '../text-variants.mjs'

const [directory] = process.argv.slice(2)
const errors = []
const store = await openAssetStore({
  directory,
  variants: { processor: textVariants(), when: 'upload' },
  advanced: { graceMs: 60_000, sweepEveryMs: 2_000 },
  onError: (error) => errors.push(String(error.stack)),
})
const { token } = await store.keys.create({ name: 'e2e' })
const names = ['node:http', 'Express 5', 'Fastify 5']
const adapters = await Promise.all(names.map((name) => ADAPTERS[name](store, '')))
process.send({ origins: adapters.map(({ origin }) => origin), token })

process.on('message', async (message) => {
  if (message === 'close') {
    await Promise.all(adapters.map(({ close }) => close()))
    await store.close()
    process.send({ errors }, () => process.disconnect())
  } else {
    if (message === 'quiet') await connectionsGone()
    process.send({ ...(await sampleProcess()), staged: staged().length })
  }
})

function staged() {
  try {
    return readdirSync(path.join(directory, 'staging'))
  } catch {
    return []
  }
}
