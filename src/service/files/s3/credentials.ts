import { FilesAway } from '../away.ts'

/** What a request is signed with. */
export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

export type FindCredentials = () => Promise<Credentials>

let chain: Promise<FindCredentials> | undefined

/**
 * The credentials for the bucket by the usual chain: the environment, the files of the AWS tools with their profiles, a token of a
 * container or a cluster, the machine's own role. They are kept, and renewed before they end.
 *
 * @throws {FilesAway} where the whole chain has none
 */
export async function usualCredentials(): Promise<Credentials> {
  chain ??= import('@aws-sdk/credential-provider-node').then(({ defaultProvider }) => defaultProvider())
  const find = await chain
  try {
    return await find()
  } catch {
    // What it says may name files and accounts of this machine.
    throw new FilesAway('there are no credentials for the bucket of the files', NONE)
  }
}

const NONE =
  'There are no credentials for the bucket of TRANSLATION_FILES_URL. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or give this machine or container a role.'
