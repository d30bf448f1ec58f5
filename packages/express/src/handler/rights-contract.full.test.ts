import { describeContract } from '@stowage/testing'
import { rightsContract, rightsSetup } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { listen, VERSIONS } from '../testing/serving.ts'
import { createExpressHandler } from './create-express-handler.ts'

for (const [name, express] of VERSIONS) {
  const setup = rightsSetup(async (store, options) => {
    const { origin, close } = await listen(
      express().use('/media', createExpressHandler(store, options)),
    )
    return { baseUrl: `${origin}/media`, close }
  })
  describeContract(`Rights in ${name}`, rightsContract, setup, { describe, it })
}
