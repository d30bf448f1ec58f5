import { httpContract } from '@stowage/api/testing'
import { describeContract } from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { servedBy } from '../testing/served-http.ts'

const direct = servedBy(async (handler) => ({
  baseUrl: 'http://media.example/media',
  fetch: (url, init) => handler(new Request(url, init)),
  close: async () => {},
}))

describeContract(
  'A fetch handler',
  httpContract,
  direct,
  { describe, it },
  { without: ['sockets', 'ownsConnections'] },
)
