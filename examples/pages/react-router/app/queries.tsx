// TanStack Query and the API's queries, for components.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createClient } from "bough/client";
import { createQueries, type Queries } from "bough-query";
import { createContext, use, useState, type ReactNode } from "react";

const QueriesContext = createContext<Queries | undefined>(undefined);

export function QueryProvider({ apiUrl, children }: { apiUrl: string; children: ReactNode }) {
  const [queries] = useState(() => createQueries(createClient({ baseUrl: apiUrl })));
  // What the server has rendered is fresh for a minute: without it, each query would ask again at once.
  const [store] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } }),
  );
  return (
    <QueryClientProvider client={store}>
      <QueriesContext value={queries}>{children}</QueriesContext>
    </QueryClientProvider>
  );
}

export function useApi(): Queries {
  const queries = use(QueriesContext);
  if (queries === undefined) throw new Error("useApi: render it inside of QueryProvider");
  return queries;
}
