{{/* The settings file of the application servers. Each pod's own name comes from its environment. */}}
{{- define "gavel.appSettings" -}}
{{- $v := .Values -}}
{{- $name := include "gavel.fullname" . -}}
{{- $sizing := include "gavel.sizing" . | fromYaml -}}
{{- $services := printf "%s-services" $name -}}
{{- $database := dict "username" "gavel" "password" (include "gavel.databasePassword" .) "url" (printf "jdbc:postgresql://%s:5432/gavel" (ternary $services (printf "%s-relational" $name) (eq $v.relational.implementation "embedded"))) -}}
{{- if eq $v.relational.implementation "external" -}}
{{- $database = merge (dict "url" (required "relational.url is missing" $v.relational.url) "username" $v.relational.username) $database -}}
{{- end -}}
{{- $broker := dict "host" (ternary $services (printf "%s-broker" $name) (eq $v.broker.implementation "embedded")) "port" 5672 "virtual-host" (ternary "default" "/" (eq $v.broker.implementation "embedded")) "username" "gavel" "password" (include "gavel.brokerPassword" .) "queues" $v.broker.queues -}}
{{- if eq $v.broker.implementation "external" -}}
{{- $broker = merge (dict "host" (required "broker.host is missing" $v.broker.host) "port" $v.broker.port "virtual-host" $v.broker.virtualHost "username" $v.broker.username) $broker -}}
{{- end -}}
{{- $uri := printf "mongodb://gavel:%s@%s:27017/gavel?authSource=admin" (include "gavel.password" (list . "documents")) (ternary $services (printf "%s-documents" $name) (eq $v.documents.implementation "embedded")) -}}
{{- if eq $v.documents.implementation "external" -}}
{{- $uri = include "gavel.given" (list . (required "documents.uriSecret is missing" $v.documents.uriSecret) "uri") -}}
{{- end -}}
{{- $gavel := dict "users" (int $v.users) "database" $database "broker" $broker "documents" (dict "uri" $uri)
  "images" (dict "store" "documents")
  "sessions" (dict "bcrypt-cost" (int $v.appServers.bcryptCost))
  "management" (dict "token" (include "gavel.password" (list . "management")))
  "lots" (dict "last-call-after" $v.lots.lastCallAfter "close-after" $v.lots.closeAfter)
  "warm-up" (dict "requests" 4000)
  "live" (dict "waiters" (int $sizing.waiters)) -}}
{{- if ne $v.documents.implementation "external" -}}
{{- $ofStore := div (int (ternary $sizing.servicesHeap $sizing.documentHeap (eq $v.documents.implementation "embedded"))) 16 -}}
{{- $size := printf "%dMB" (max 17 (min (div $ofStore (int $v.appServers.count)) (div (int $sizing.appHeap) 8))) -}}
{{- $_ := set $gavel "memory" (dict "uploads" $size "pictures" $size) -}}
{{- end -}}
{{- if gt (int $v.appServers.connectionsPerAddress) 0 -}}
{{- $_ := set $gavel "requests" (dict "connections-per-address" (int $v.appServers.connectionsPerAddress)) -}}
{{- end -}}
{{- $server := dict "address" "0.0.0.0" "port" 8080 -}}
{{- if include "gavel.encrypted" . -}}
{{- $server = merge $server (dict "forward-headers-strategy" "native" "tomcat" (dict "remoteip" (dict "internal-proxies" (join "," $v.network.proxies)))) -}}
{{- end -}}
{{- $all := dict "server" $server "management" (dict "server" (dict "address" "0.0.0.0" "port" 8081)) "gavel" $gavel -}}
{{- toYaml (mergeOverwrite $all (deepCopy $v.appServers.settings)) -}}
{{- end -}}
