// Run as a process of its own: node client.mjs <options as JSON>
// 64 lanes of mixed requests, spread over the origins given. Talks over IPC: `pause` ends the requests under
// way and closes all connections, `resume` goes on, `finish` purges everything; all answer with counts.
import { seededRandom } from '../seeded-random.mjs'
import { createRequester } from './request.mjs'
import { createVerbs } from './verbs.mjs'

const LANES = 64
const { origins, token, seed } = JSON.parse(process.argv[2])
const random = seededRandom(seed)
const requesters = origins.map((origin) => createRequester(origin, token))
const shelf = { active: [], trashed: [] }
const counts = { requests: 0, verbs: {}, statuses: {}, unexpected: [] }
const lanes = Array.from({ length: LANES }, (_, index) =>
  // Half of them use the first origin.
  createVerbs({ requester: requesters[(index % 4) % requesters.length], random, shelf, counts }),
)
let going = false
let running = Promise.resolve()

async function run({ perform }) {
  while (going) {
    try {
      await perform()
    } catch (error) {
      counts.unexpected.push(`${error.code ?? ''} ${error.message}`)
    }
  }
}

async function pause() {
  going = false
  await running
  for (const requester of requesters) requester.forget()
}

process.on('message', async (message) => {
  if (message === 'resume') {
    going = true
    running = Promise.all(lanes.map(run))
  } else {
    await pause()
    if (message === 'finish') await lanes[0].purgeAll()
    for (const requester of requesters) requester.forget()
  }
  process.send({ ...counts, assets: shelf.active.length + shelf.trashed.length })
  if (message === 'finish') process.disconnect()
})
