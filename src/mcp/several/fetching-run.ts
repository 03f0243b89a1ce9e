export interface FetchedInRun { readonly x: string }
