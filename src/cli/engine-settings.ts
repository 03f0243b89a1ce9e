import { ENGINE_NAMES } from '../service/engine/names.ts'
import { address, choice, nearbyAddress, onOff, text, whole } from './kinds.ts'
import { about, both, environment, HOSTS } from './setting-facts.ts'

const KEPT = "what translation-mcp engine-keys set put into the system's keyring"

/** Settings of the engines: who translates, with what, and what is remembered. Keys come from the environment or the keyring (KEY-3). */
export const engineSettings = {
  engine: choice(ENGINE_NAMES)
    .optional()
    .register(about, {
      ...both,
      value: 'NAME',
      commands: HOSTS,
      help: `engine of the service inside this program: ${ENGINE_NAMES.join(', ')}; pseudo tries the workflow without translating`,
      unset: 'the one whose key is set; else your assistant; else Apertium where it is installed',
    }),
  openai_api_key: text()
    .optional()
    .register(about, {
      ...environment,
      value: 'KEY',
      commands: [...HOSTS, 'engine-keys'],
      help: 'key for OpenAI, or for an endpoint with the same API; a server of your own needs none',
      unset: KEPT,
    }),
  openai_base_url: nearbyAddress()
    .optional()
    .register(about, {
      ...both,
      value: 'URL',
      commands: HOSTS,
      help: 'address of that endpoint, for example http://127.0.0.1:11434/v1',
      unset: "OpenAI's own",
    }),
  openai_model: text()
    .optional()
    .register(about, { ...both, value: 'NAME', commands: HOSTS, help: 'model that translates there' }),
  openai_model_lite: text()
    .optional()
    .register(about, {
      ...both,
      value: 'NAME',
      commands: HOSTS,
      help: 'model for lite quality',
      unset: 'the same model',
    }),
  deepl_api_key: text()
    .optional()
    .register(about, {
      ...environment,
      value: 'KEY',
      commands: [...HOSTS, 'engine-keys'],
      help: 'key for DeepL',
      unset: KEPT,
    }),
  deepl_url: address()
    .optional()
    .register(about, { ...both, value: 'URL', commands: HOSTS, help: 'address of DeepL', unset: 'as the key says' }),
  apertium_command: text()
    .default('apertium')
    .register(about, { ...both, value: 'PATH', commands: HOSTS, help: 'the command of Apertium on this machine' }),
  apertium_url: nearbyAddress()
    .optional()
    .register(about, {
      ...both,
      value: 'URL',
      commands: HOSTS,
      help: 'address of an Apertium APY server, asked instead of the command',
    }),
  memory: onOff()
    .prefault('on')
    .register(about, {
      ...both,
      value: 'on|off',
      commands: HOSTS,
      help: 'off: no translation is remembered or used again',
    }),
  memory_days: whole(1, 3650)
    .prefault('180')
    .register(about, {
      ...both,
      value: 'N',
      commands: HOSTS,
      help: 'how long a translation that nobody used is remembered',
    }),
}
