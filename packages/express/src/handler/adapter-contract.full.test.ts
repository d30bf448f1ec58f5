import { describeAdapter } from '../testing/describe-adapter.fixture.ts'
import { VERSIONS } from '../testing/serving.ts'

for (const version of VERSIONS) if (version[0] !== 'Express 5') describeAdapter(version)
