import path from 'node:path'
import type { Invocation } from '../command.ts'
import { startEmbedded } from '../connection.ts'
import { dataDirOf } from '../data-dir.ts'
import { endWithin, onSignal } from '../ending.ts'
import { UsageError } from '../usage.ts'

/** Serves the API alone until a signal. Prints where it listens and where its key lies, never the key itself (KEY-3). */
export async function service({ settings, operands, stdout }: Invocation): Promise<0> {
  if (operands.length > 0) throw new UsageError(`translation-mcp service takes no "${operands[0]}".`)
  const stopped = new Promise<void>(resolve => onSignal(resolve))
  const running = await startEmbedded(settings, { host: '127.0.0.1', port: settings.port ?? 0 })
  const facts = {
    base_url: running.baseUrl,
    key_file: path.join(dataDirOf(settings), 'key'),
    data_dir: dataDirOf(settings),
  }
  stdout.write(
    settings.json
      ? `${JSON.stringify(facts)}\n`
      : `The Translation Service API listens on ${facts.base_url} (this machine only).\nIts key is in ${facts.key_file}; translation-mcp keys create makes others.\n`,
  )
  await stopped
  await endWithin(() => running.close())
  return 0
}
