import { FilesAway } from '../away.ts'

/** The answer of a store that refuses. `code` is its own word, as NoSuchKey; the status where it gave none, as to a HEAD. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal'
  readonly code: string
  readonly status: number

  constructor(said: string, status: number) {
    const code = /^\w{1,60}$/.test(said) ? said : String(status)
    super(`the store refused: ${code}`)
    this.code = code
    this.status = status
  }
}

/** No answer came, or it broke off. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
  /** The code of the system; undefined where it gave none. */
  readonly code: string | undefined

  constructor(code: string | undefined) {
    super('the store did not answer')
    this.code = code
  }
}

/** A mistake in the settings or on the side of the store, in a few words and with what to do, by the words of stores for it. */
const WORDS: readonly {
  readonly codes: RegExp
  readonly short: string
  readonly said: string
  readonly absent?: true
}[] = [
  {
    absent: true,
    codes: /^(?:NoSuchBucket|InvalidBucketName)$/,
    short: 'the bucket of the files is not there',
    said: 'The bucket of TRANSLATION_FILES_URL is not there. Make it, or mend the address.',
  },
  {
    codes: /^RequestTimeTooSkewed$/,
    short: 'the clock differs from that of the bucket',
    said: 'The clock of this machine differs from that of the store by too much. Set it by the network (NTP).',
  },
  {
    codes: /^(?:PermanentRedirect|TemporaryRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/,
    short: 'the bucket of the files is in another region',
    said: 'The bucket is in another region than TRANSLATION_FILES_REGION says, or at another address than TRANSLATION_FILES_ENDPOINT.',
  },
  {
    codes: /^(?:InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken|TokenRefreshRequired)$/,
    short: 'the bucket does not know the credentials',
    said: 'The store does not take the credentials: the key is unknown, its secret is another one, or the token has ended.',
  },
  {
    codes: /^(?:AccessDenied|AllAccessDisabled|AccountProblem|403)$/,
    short: 'the bucket refuses access',
    said: 'The store refuses access. The credentials need s3:ListBucket and s3:ListBucketMultipartUploads on the bucket, and s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload on what is in it.',
  },
]

/** What a failed request means for whoever waits for a file: no failure says that it is lost. Any other error stays as it is. */
export function awayBy(error: unknown): unknown {
  if (error instanceof Unanswered) return unreachable(error.code ?? 'no answer')
  if (!(error instanceof StoreRefusal)) return error
  const known = WORDS.find(({ codes }) => codes.test(error.code))
  return known === undefined
    ? unreachable(error.code)
    : new FilesAway(known.short, `${known.said} (${error.code})`, known.absent)
}

/** `why` is a code of the system or of the store. */
function unreachable(why: string): FilesAway {
  return new FilesAway(
    'the bucket of the files does not answer',
    `The store of TRANSLATION_FILES_URL does not answer (${why}). Look whether it runs, and whether this machine reaches its address.`,
  )
}

/** True for what a store says when the same request may succeed a moment later. */
export function isTransient({ code, status }: StoreRefusal): boolean {
  return (
    status === 429 || (status >= 500 && status !== 501) || /^(?:RequestTimeout|SlowDown|OperationAborted)$/.test(code)
  )
}
