/** A secret as its owner sees it again: never with its value. */
export interface NamedSecret {
  name: string;
  createdAt: Date;
  updatedAt: Date;
}
