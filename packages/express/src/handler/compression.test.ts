import { describeContract } from '@stowage/testing'
import { adapterSetup, compressedDownloadCases, ROWS } from '@stowage/testing/http'
import compression from 'compression'
import { describe, it } from 'vitest'
import { listen, VERSIONS } from '../testing/serving.ts'
import { createExpressHandler } from './create-express-handler.ts'

for (const [name, express] of VERSIONS) {
  const setup = adapterSetup(async (store, options) => {
    const app = express()
    app.use(compression())
    app.use('/media', createExpressHandler(store, options))
    app.get('/rows', (_req, res) => void res.type('text/csv').send(ROWS))
    const { origin, close } = await listen(app)
    return { baseUrl: `${origin}/media`, close }
  })
  describeContract(`${name} behind compression()`, compressedDownloadCases, setup, { describe, it })
}
