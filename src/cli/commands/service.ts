import path from 'node:path'
import { withCodes } from '../../contract/hidden.ts'
import type { RunningService } from '../../service/service.ts'
import type { Invocation } from '../command.ts'
import { startEmbedded } from '../connection.ts'
import { dataDirOf } from '../data-dir.ts'
import { endWithin, onSignal } from '../ending.ts'
import { inFolder } from '../hosted.ts'
import { bindable, checkListening, listenFailure, proxyAdvice } from '../listening.ts'
import { ownCommand } from '../own-command.ts'
import { createPlainLog } from '../report.ts'
import { oauthOptions } from '../service-settings.ts'
import type { Settings } from '../settings.ts'
import { checkSharing } from '../sharing-work.ts'
import { takesNoMore, UsageError } from '../usage.ts'
import { openWatching } from '../watching.ts'

/** Serves the API alone until a signal. Prints its address and the path of the file with its key, never the key itself (KEY-3). */
export async function service(invocation: Invocation): Promise<0> {
  const { settings, operands, stdout, stderr } = invocation
  takesNoMore('service', operands)
  checkListening(settings)
  await checkSharing(settings)
  const stopped = new Promise<void>(resolve => onSignal(resolve))
  const { host, port = 0, public_url, auth } = settings
  const where = { host: bindable(host), port, publicUrl: public_url, hosting: true }
  const oauth = auth === 'oauth' ? oauthOptions(settings, exchangeClient(settings)) : undefined
  let opened: RunningService | undefined
  const shared = async () => (opened ? opened.sharedState() : Promise.reject(new Error('the service is not open yet')))
  const watching = await openWatching({ ...invocation, shared })
  const { telemetry, metrics_url } = watching
  const running = await startEmbedded(settings, { ...where, oauth, telemetry }).catch((error: unknown) => {
    throw listenFailure(error, host, port)
  })
  opened = running
  const advice = auth === 'oauth' ? proxyAdvice(settings) : undefined
  if (advice !== undefined) createPlainLog(stderr, settings).warn(advice)
  const facts = {
    base_url: public_url ?? running.baseUrl,
    key_file: path.join(dataDirOf(settings), 'key'),
    data_dir: dataDirOf(settings),
    ...(metrics_url && { metrics_url }),
  }
  const whom = public_url === undefined ? ' (this machine only)' : ''
  const metrics = metrics_url === undefined ? '' : `Metrics are at ${metrics_url}.\n`
  const signIn = auth === 'oauth' ? signInWords(facts.base_url, settings) : ''
  stdout.write(
    settings.json
      ? `${JSON.stringify(facts)}\n`
      : `The Translation Service API listens on ${facts.base_url}${whom}.\nIts key is in ${withCodes(facts.key_file)}; ${ownCommand()} keys create${inFolder(settings)} makes others.\n${metrics}${signIn}`,
  )
  await stopped
  await endWithin(async () => {
    await running.close()
    await watching.close()
  }, settings.drain_seconds)
  return 0
}

/** Tells how a member signs in. At first nobody has a password, so the command that sets one is named too. */
function signInWords(baseUrl: string, settings: Settings): string {
  const first = `${ownCommand()} members password NAME${inFolder(settings)}`
  return `Members sign in with translation-mcp login --api-url ${baseUrl}, once they have a password: ${first}.\n`
}

/** Fewest characters of the secret for token exchange. Only the secret proves who the client is, and a short one could be guessed. */
const SECRET_LEAST = 32

/** The OAuth client of the MCP server in front; undefined where no secret is set. @throws {UsageError} the secret is too short */
function exchangeClient({ oauth_client_id, oauth_client_secret }: Settings) {
  if (oauth_client_secret === undefined) return undefined
  if (oauth_client_secret.length < SECRET_LEAST) {
    const how = 'openssl rand -base64 32 makes one'
    throw new UsageError(`TRANSLATION_OAUTH_CLIENT_SECRET must have at least ${SECRET_LEAST} characters: ${how}.`)
  }
  return { id: oauth_client_id, secret: oauth_client_secret }
}
