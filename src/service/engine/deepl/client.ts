/** DeepL's own client library, which is loaded with the first client. */
import { EngineError } from '../engine.ts'

/** The library, with a client of one account. */
export interface Deepl {
  readonly library: typeof import('deepl-node')
  readonly client: import('deepl-node').DeepLClient
}

const TIMEOUT_MS = 60_000

/**
 * Makes a client without calling DeepL. Without `url`, the key decides which of DeepL's addresses is used.
 *
 * @throws {EngineError} refused without a key
 */
export async function openDeepl(api_key: string | undefined, url: string | undefined): Promise<Deepl> {
  if (api_key === undefined) throw new EngineError('refused', 'DeepL needs a key: set TRANSLATION_DEEPL_API_KEY.')
  const library = await import('deepl-node')
  const options = {
    // The caller tries again: it knows the deadline.
    maxRetries: 0,
    minTimeout: TIMEOUT_MS,
    sendPlatformInfo: false,
    ...(url !== undefined && { serverUrl: url }),
  }
  return { library, client: new library.DeepLClient(api_key, options) }
}
