import { feedOf, missingOf } from './judge.mjs'
import { SLOWED_AT_MOST } from './places.mjs'
import { BEHAVIOURS, startReceiver } from './receiver.mjs'

/** A webhook of a tenant of its own, whose receiver behaves so. */
async function hooked({ receiver, hook }, tenant) {
  receiver.behaves(`/${tenant}`, BEHAVIOURS[tenant])
  return hook(tenant)
}

async function isDone({ deliveries }, tenant, id, count) {
  return (await deliveries(tenant, id, 'done')).length === count
}

/** A receiver that is slow gets everything. */
export async function slow(stage) {
  const id = await hooked(stage, 'slow')
  await stage.upload('slow', 8)
  await stage.until('slow', () => isDone(stage, 'slow', id, 8))
  const events = await feedOf(stage.store, 'slow')
  const missing = missingOf(events, stage.receiver.of('/slow'))
  stage.check('a slow receiver gets each event', missing.length === 0 && events.length === 8)
}

/** No answer, or a redirect, is a failure, and says why. A redirect is not followed. */
export async function unaccepted(stage) {
  const ids = new Map()
  for (const tenant of ['silent', 'redirecting']) {
    ids.set(tenant, await hooked(stage, tenant))
    await stage.upload(tenant, 1)
  }
  const tried = async (tenant) => {
    let found
    await stage.until(tenant, async () => {
      found = (await stage.deliveries(tenant, ids.get(tenant)))[0]
      return found?.attempts > 0
    })
    return found
  }
  const silent = await tried('silent')
  stage.check(
    'a receiver without an answer counts as failed',
    silent.state === 'waiting' && silent.status === null && silent.answer.startsWith('timeout: '),
    silent.answer,
  )
  const { state, status } = await tried('redirecting')
  stage.check(
    'a redirect counts as failed and is not followed',
    state === 'waiting' && status === 307 && stage.receiver.of('/elsewhere').length === 0,
    `${state}, ${status}`,
  )
}

/** After a reset, and after `Retry-After`, the same message comes again, no sooner than it may. */
export async function again(stage) {
  const pauses = { resetting: 5000, busy: 8000 }
  for (const [tenant, pause] of Object.entries(pauses)) {
    const id = await hooked(stage, tenant)
    await stage.upload(tenant, 1)
    await stage.until(tenant, () => isDone(stage, tenant, id, 1))
    const [first, second, ...others] = stage.receiver.of(`/${tenant}`)
    const waited = second.at - first.at
    stage.check(
      `${tenant}: the same message comes again, not before its pause`,
      first.id === second.id && waited >= pause && others.length === 0,
      `after ${Math.round(waited)} ms`,
    )
    const stamp = (request) => Number(request.headers['webhook-timestamp'])
    stage.check(`${tenant}: each attempt has its own time`, stamp(second) > stamp(first))
  }
}

/** 410 ends a webhook, until it is enabled again. */
export async function gone(stage) {
  const { webhooks } = stage.tenant('gone')
  const id = await hooked(stage, 'gone')
  await stage.upload('gone', 1)
  await stage.until('gone', async () => (await webhooks.get(id)).state === 'gone')
  await stage.upload('gone', 1)
  return async function afterwards() {
    stage.check('410 ends a webhook', stage.receiver.of('/gone').length === 1)
    stage.receiver.behaves('/gone')
    await webhooks.update(id, { enabled: true })
    await stage.until('enabled again', () => isDone(stage, 'gone', id, 2))
    const missing = missingOf(await feedOf(stage.store, 'gone'), stage.receiver.of('/gone'))
    stage.check('enabled again, it goes on where it stopped', missing.length === 0)
  }
}

/** A receiver that is away gets one attempt at a time, and everything once it is there. */
export async function down(stage) {
  const count = 24
  const { webhooks } = stage.tenant('down')
  const id = await stage.hook('down', stage.closed)
  await stage.upload('down', count)
  await stage.until('slowed', async () => (await webhooks.get(id)).failures >= 3)
  const receiver = await startReceiver(stage.closed)
  const waiting = await stage.deliveries('down', id, 'waiting')
  const tried = waiting.filter(({ attempts }) => attempts > 0)
  stage.check(
    'a receiver that is away is hardly tried',
    tried.length >= 1 && tried.length <= SLOWED_AT_MOST,
    `${tried.length} of ${count} messages`,
  )
  stage.check(
    'it says why',
    tried.every(({ status, answer }) => status === null && answer.startsWith('unreachable: ')),
  )
  // The oldest may have to wait for minutes: an operator lets it try at once.
  const oldest = (await stage.deliveries('down', id)).at(-1)
  await webhooks.retry(id, oldest.id)
  await stage.until('down', () => isDone(stage, 'down', id, count))
  const missing = missingOf(await feedOf(stage.store, 'down'), receiver.of('/down'))
  stage.check('once it is there it gets everything', missing.length === 0)
  const { failures } = await webhooks.get(id)
  stage.check('its failures are forgotten', failures === 0)
  await receiver.stop()
}

/** Nothing is sent for a tenant once it is erased, even when that happens during an attempt. */
export async function erased(stage) {
  const { store, receiver } = stage
  let answer
  receiver.behaves('/erased', (response) => {
    answer ??= () => BEHAVIOURS.failing(response)
  })
  await stage.hook('erased')
  await stage.upload('erased', 1)
  await stage.until('an attempt', () => answer !== undefined)
  await store.admin.tenants.erase('erased', { confirm: 'erased' })
  answer()
  const { webhooks } = await stage.tenant('erased').webhooks.list()
  stage.check('an erased tenant has no webhook', webhooks.length === 0)
  const noJobs = async () => (await stage.tenant('erased').jobs.list()).jobs.length === 0
  await stage.until('the end of its jobs', noJobs)
  return function afterwards() {
    stage.check('nothing more is sent for an erased tenant', receiver.of('/erased').length === 1)
  }
}
