interface ModuleInfo {
  code: string | null
  importedIds: string[]
  dynamicallyImportedIds: string[]
}

export function fileOfModule(
  entry: string,
  moduleInfo: (id: string) => ModuleInfo | null,
): (id: string) => string | null
