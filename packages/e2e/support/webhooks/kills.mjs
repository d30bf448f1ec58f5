import { Webhook } from 'standardwebhooks'
import { disorderedOf, feedOf, missingOf } from './judge.mjs'
import { addressOf } from './places.mjs'

/** Assets of a round, and changes of each. */
const [ASSETS, CHANGES] = [12, 3]
const PATH = '/order'

/** A process is killed while the receiver has its message: each event comes, and the order of each asset stays. */
export async function killed(stage, kills) {
  const { store, receiver } = stage
  const id = await stage.hook('order')
  const before = await stage.tenant('order').upload(Buffer.from('first'), { name: 'first.txt' })
  await stage.until('the first message', () => receiver.of(PATH).length === 1)
  for (let round = 1; round <= kills; round += 1) await killOne(stage, round)
  const feed = await feedOf(store, 'order')
  await stage.until('order', async () => {
    const done = await stage.deliveries('order', id, 'done')
    return done.length === Math.min(feed.length, 1000)
  })
  const requests = receiver.of(PATH)
  stage.check(
    'each event came',
    missingOf(feed, requests).length === 0,
    `${feed.length} events in ${requests.length} messages, ${kills} kills`,
  )
  const disordered = disorderedOf(feed, requests)
  stage.check('in the order of each asset', disordered.length === 0, disordered.join())
  const waiting = await stage.deliveries('order', id, 'waiting')
  const dead = await stage.deliveries('order', id, 'dead')
  stage.check('nothing waits or is dead', waiting.length + dead.length === 0)
  await replayed(stage, id, feed, before.id)
}

/** Holds what comes until a process that sends is killed. */
async function killOne(stage, round) {
  const { receiver } = stage
  const held = []
  receiver.behaves(PATH, (response, { address }) => {
    held.push({ address, answer: () => response.writeHead(204).end() })
  })
  const assets = await stage.upload('order', ASSETS)
  await stage.until('a message', () => held.length > 0)
  const victim = [...stage.senders.keys()].find((number) => addressOf(number) === held[0].address)
  const cut = receiver
    .of(PATH)
    .filter(({ address }) => address === held[0].address)
    .at(-1)
  await stage.killSender(victim)
  receiver.behaves(PATH)
  for (const { answer } of held) answer()
  const tenant = stage.tenant('order')
  for (let change = 0; change < CHANGES; change += 1) {
    for (const { id } of assets) await tenant.update(id, { title: `${round} ${change}` })
  }
  const cameAgain = () =>
    receiver.of(PATH).some(({ id, address }) => id === cut.id && address !== cut.address)
  await stage.until('what the killed process was sending', cameAgain)
  stage.check(`kill ${round}: another process sends what the killed one was sending`, true)
  await stage.startSender()
}

/** All that came after an event comes again, with the same ids and in the same order. */
async function replayed(stage, id, feed, assetId) {
  const { receiver } = stage
  const since = feed.findIndex((event) => event.assetId === assetId)
  const wanted = feed.slice(since + 1)
  const from = receiver.of(PATH).length
  await stage.tenant('order').webhooks.replay(id, feed[since].id)
  const came = () => receiver.of(PATH).slice(from)
  await stage.until('the replay', () => missingOf(wanted, came()).length === 0)
  const others = came().filter((request) => !wanted.some((event) => event.id === request.id))
  stage.check('a replay sends again what came after an event', others.length === 0)
  const disordered = disorderedOf(feed, came())
  stage.check('a replay keeps the order of each asset', disordered.length === 0)
}

/** During a rotation both secrets sign. */
export async function rotated(stage) {
  const { receiver } = stage
  const id = await stage.hook('rotated')
  const { secret } = await stage.tenant('rotated').webhooks.rotate(id)
  await stage.upload('rotated', 1)
  await stage.until('rotated', () => receiver.of('/rotated').length === 1)
  const [{ body, headers, isVerified, signatures }] = receiver.of('/rotated')
  stage.check('the old secret still verifies', isVerified && signatures === 2)
  const { type } = new Webhook(secret).verify(body, headers)
  stage.check('the new secret verifies', type === 'asset.created')
}
