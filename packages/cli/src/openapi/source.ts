// What a document is made of: the trees or the server that a file exports.
import type { ContractSource } from "bough/contract";
import type { EntryArgument } from "../entry.ts";
import { loadBough, loadModule } from "../load-module.ts";
import { exportsOf, only, treeNamed, treesIn } from "../load-tree.ts";

/**
 * Loads the source of a document. Without a name, a server comes before trees, because it knows more. Several trees
 * are all in the document.
 */
export async function loadSource({ file, path, name }: EntryArgument): Promise<ContractSource> {
  const exported = await loadModule(file, path);
  const bough = await loadBough(file, path);
  const servers = Object.entries(exported).filter(isServer);
  const named = servers.find(([one]) => one === name);
  if (named !== undefined) {
    return named[1];
  }
  const found = exportsOf(path, exported, bough);
  if (name !== undefined) {
    return treeNamed(name, found);
  }
  if (servers.length > 0) {
    return only(servers, path, "servers");
  }
  const trees = treesIn(found, bough);
  return trees.length === 1 ? only(trees, path, "APIs") : Object.fromEntries(trees);
}

function isServer(entry: [string, unknown]): entry is [string, ContractSource] {
  return "~served" in Object(entry[1]);
}
