import { HOST, openPlace } from './places.mjs'

/** URLs that are refused as such. */
const REFUSED = [
  ['ftp://example.com/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['http://user:secret@example.com/', 'credentials'],
  ['http://example.com:22/', 'port'],
]

/** Hosts that lead to this machine or into private networks. Those of this machine would reach the receiver. */
const PRIVATE = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  'localhost',
  HOST,
  'mixed.test',
]

/** What DNS says here. */
const ADDRESSES = {
  localhost: ['127.0.0.1', '::1'],
  [HOST]: ['127.0.0.1'],
  'mixed.test': ['93.184.215.14', '127.0.0.1'],
}

/** A store whose sender may call the public internet alone. */
export async function refused(stage) {
  const { place, receiver } = stage
  const { port } = receiver
  const store = await openPlace(place, 0, {
    allowHttp: true,
    ports: [port],
    resolve: async (host) => ADDRESSES[host] ?? [],
  })
  const { webhooks } = store.for({ tenant: 'refused' })
  const wrong = []
  for (const [url, reason] of REFUSED) {
    const error = await webhooks.create({ url }).catch((thrown) => thrown)
    if (error.code !== 'url_refused' || error.context.reason !== reason) wrong.push(url)
  }
  stage.check('URLs of other kinds are refused', wrong.length === 0, wrong.join())
  const { webhook } = await webhooks.create({ url: `http://${HOST}:${port}/refused` })
  const called = []
  for (const host of PRIVATE) {
    await webhooks.update(webhook.id, { url: `http://${host}:${port}/refused` })
    const { status, text } = await webhooks.ping(webhook.id)
    if (status !== null || !text.startsWith('address: ')) called.push(`${host} ${text}`)
  }
  stage.check(
    `${PRIVATE.length} addresses that are not public are not called`,
    called.length === 0 && receiver.of('/refused').length === 0,
    called.join(),
  )
  await webhooks.delete(webhook.id)
  await store.close()
}
