// Runs once for all instances: makes the bucket when it is missing, and the first key.
//
//   node prepare.js                   makes a key when there is none
//   node prepare.js --new-key <name>  makes another key, also while the instances run
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { bucket, openStore, s3Config } from './settings.js'

const s3 = new S3Client(s3Config)
try {
  await s3.send(new HeadBucketCommand({ Bucket: bucket }))
} catch (error) {
  if (error.$metadata?.httpStatusCode !== 404) throw error
  await s3.send(new CreateBucketCommand({ Bucket: bucket }))
}

const store = await openStore({ advanced: { sweepEveryMs: false } })
const [option, name = 'unnamed'] = process.argv.slice(2)
if (option === '--new-key' || (await store.keys.list()).length === 0) {
  const { token } = await store.keys.create({ name: option === '--new-key' ? name : 'first' })
  console.log(`key: ${token}`)
} else {
  console.log(
    'A key exists; it was shown when it was made. For another: node prepare.js --new-key <name>',
  )
}
await store.close()
