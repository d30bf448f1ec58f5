import { usageError } from '../exit/cli-error.ts'

/** What `--s3` says. */
export interface S3Location {
  readonly bucket: string
  readonly prefix: string | undefined
  /** Set for storage that is not Amazon's. */
  readonly endpoint: string | undefined
  readonly region: string | undefined
}

const FORMS = 's3://bucket/prefix for Amazon, https://storage.example.com/bucket/prefix for others'

/** Reads `s3://bucket/prefix?region=…` and `https://host/bucket/prefix?region=…`. */
export function s3LocationOf(text: string): S3Location {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['s3:', 'https:', 'http:'].includes(url.protocol)) {
    throw usageError(
      `A bucket (--s3, --to-s3 or STOWAGE_S3) must be ${FORMS}, not ${JSON.stringify(text)}.`,
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw usageError(
      'A bucket (--s3, --to-s3 or STOWAGE_S3) holds no keys. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    )
  }
  const path = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent)
  const isAmazon = url.protocol === 's3:'
  const [bucket, ...prefix] = isAmazon ? [url.hostname, ...path] : path
  if (bucket === undefined || bucket === '') {
    throw usageError(
      `A bucket (--s3, --to-s3 or STOWAGE_S3) must have a name. Its forms: ${FORMS}.`,
    )
  }
  return {
    bucket,
    prefix: prefix.length === 0 ? undefined : `${prefix.join('/')}/`,
    endpoint: isAmazon ? undefined : url.origin,
    region: url.searchParams.get('region') ?? undefined,
  }
}
