export interface ShapeRoot {
  /** A class name, empty for `{}`, or words such as `an array`; null if unknown. */
  base: { kind: 'class' | 'words'; text: string } | null;
  properties: readonly string[];
  /** Whether properties are in a hash table, because some were deleted or too many were added. */
  isDictionary: boolean;
}
