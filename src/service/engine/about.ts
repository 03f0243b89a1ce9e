/**
 * What the program knows of an engine before it loads it. Settings, help, keys and the choice of an engine are made from these
 * data alone. They are read at every start, so an `about.ts` imports nothing that runs.
 */
import type { Engine } from './engine.ts'

/** A setting of an engine: `url` of an engine `x` is `--x-url` and TRANSLATION_X_URL. */
export interface EngineSetting {
  /** `address`: https, or http on this machine; `nearby_address`: http in one's own network, too. */
  readonly kind: 'text' | 'address' | 'nearby_address'
  /** The word for the value in help: `URL`. */
  readonly value: string
  readonly help: string
  /** The default in words, where a person could not write it as a value. */
  readonly unset?: string
  /** The default as a person would write it. */
  readonly fallback?: string
}

/** Servers of models that people run on their own machine, as they are named to set one up. */
export const LOCAL_SERVER_NAMES = ['ollama', 'llama.cpp', 'lmstudio'] as const

/** The name of the setting that holds the key of an engine's account. */
export const KEY_SETTING = 'api_key'

/** The settings of one engine as they are set now, without its name before them; `api_key` is a secret. */
export type EngineValues<Name extends string = string> = { readonly [name in Name]?: string | undefined }

/** Words for people. */
export interface EngineWords {
  /** Which engine is taken when the settings name none: `the one whose key is set`. */
  readonly taken?: string
  /** How to get it, as an order: `set TRANSLATION_X_API_KEY`. */
  readonly get?: string
  /** The same in a few words, for a status line: `set a key of one`. */
  readonly get_in_short?: string
  /** What it does, where its name does not say it: `your assistant translates`. */
  readonly does?: string
  /** Why somebody would name it, where it is never taken by itself. */
  readonly trial?: string
}

/** How an engine is offered to a person who has none. */
export interface EngineOfferWords {
  /** What it is called: `DeepX`. */
  readonly title: string
  /** What it costs: `tokens of your key`. */
  readonly cost: string
  /** Who sees the text, as a clause: `DeepX sees the text`. */
  readonly seen_by: string
  /** The command that brings it, where it has to be installed first. */
  readonly install?: string
}

/** The settings of an engine that talks to any endpoint of its kind, such as a server of models on this machine. */
export interface EndpointSettings<Name extends string = string> {
  readonly address: Name
  readonly model: Name
  /** The model that is taken at the engine's own address, where none is set. */
  readonly usual_model: string
}

/** Makes an engine without opening, starting or calling anything. `others` says how to get another engine. */
export type MakeEngine<Name extends string = string> = (
  values: EngineValues<Name | typeof KEY_SETTING>,
  others: string,
) => Engine

/** Why an engine that lacks no setting cannot be used now, and what mends it. In sentences without secrets. */
export interface Hindrance {
  readonly what: string
  readonly mend: string
}

export interface EngineAbout<Name extends string = string> {
  /** As TRANSLATION_ENGINE takes it, and as the first word of its settings. */
  readonly name: string
  /** Where it stands in the help and in lists: the lowest first. */
  readonly listed: number
  readonly words: EngineWords
  /**
   * Where no engine is named, those with a turn are tried, the lowest first. An engine without a turn has to be named: nobody may
   * take the text of a trial for a translation.
   */
  readonly turn?: number
  /** True where the caller's own model translates: it has a turn only where assistants call. */
  readonly by_caller?: true
  /** A language tag for this engine alone: the tag chooses the engine without its name, and no other engine takes the tag. */
  readonly own_language?: string
  /** Absent where nobody without an engine should be offered it. */
  readonly offer?: EngineOfferWords
  /** Present where its address may be that of a server of models. */
  readonly endpoint?: EndpointSettings<Name>
  /** Present where it takes the key of an account: from the environment, or from the system's keyring. Never from a flag or file. */
  readonly key?: { readonly help: string }
  readonly settings: Readonly<Record<Name, EngineSetting>>
  /** What has to be set before it can be used; undefined for nothing. An engine without this function needs its key, if it takes one. */
  lacks?(values: EngineValues<Name | typeof KEY_SETTING>): string | undefined
  /** Whether the engine is installed on this machine; absent where nothing has to be installed. Never throws. */
  isInstalled?(values: EngineValues<Name | typeof KEY_SETTING>): Promise<boolean>
  /**
   * What stands in the way at an endpoint that is set, asked for what costs nothing; undefined where nothing does. Absent where there is
   * nothing to ask so.
   */
  hindrance?(values: EngineValues<Name | typeof KEY_SETTING>): Promise<Hindrance | undefined>
  /** Loads the engine itself. */
  load(): Promise<MakeEngine<Name>>
}

/** The setting of an engine by its name in full: `x_url`. */
export function settingName(engine: string, setting: string): string {
  return `${engine}_${setting}`
}

/** The environment variable of a setting of an engine: TRANSLATION_X_URL. */
export function variableOf(engine: string, setting: string): string {
  return `TRANSLATION_${settingName(engine, setting).toUpperCase()}`
}
