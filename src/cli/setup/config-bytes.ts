import { ConfigFlaw } from './entry.ts'

/** The text of a configuration file, and the mark before it. */
interface ConfigText {
  readonly text: string
  readonly mark: string
}

const MARK = '\ufeff'

/** @throws {ConfigFlaw} the bytes are no UTF-8 */
export function configText(bytes: Uint8Array): ConfigText {
  try {
    const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const mark = whole.startsWith(MARK) ? MARK : ''
    return { text: whole.slice(mark.length), mark }
  } catch {
    throw new ConfigFlaw('This is not encoded as UTF-8.')
  }
}

export function configBytes({ text, mark }: ConfigText): Uint8Array {
  return Buffer.from(mark + text)
}
