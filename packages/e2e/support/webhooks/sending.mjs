import { createApi } from '@stowage/api'
import { webhooks } from '@stowage/webhooks'

/** The name of the receiver: this machine. */
const HOST = 'receiver.test'

/** Options of a store that may call the receiver at this port, and nobody else. */
export const sendingTo = (port) => ({
  signing: { secrets: ['a secret of these checks, long enough'] },
  webhooks: webhooks({
    allowHttp: true,
    allowedNetworks: ['127.0.0.1/32'],
    ports: [port],
    resolve: async () => ['127.0.0.1'],
  }),
})

/** Sends from now on what endpoints are to be told. */
export const startSending = (store) => createApi(store, { baseUrl: 'https://media.example.com' })

/** Adds an endpoint that is this path of the receiver. Resolves to its id. */
export async function addEndpoint(store, { receiver, path, types }) {
  const url = `http://${HOST}:${receiver.port}${path}`
  const { webhook, secret } = await store.webhooks.create({ url, types })
  receiver.trusts(path, secret)
  return webhook.id
}
