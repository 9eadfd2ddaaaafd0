{{/*
What is not set explicitly, in MiB: the rules of the harness' Sizing. bench/chart-figures.json has figures of the harness, and a test holds the chart against them.
An update has one application server more than are wanted, which the database has connections for.
*/}}
{{- define "gavel.sizing" -}}
{{- $v := .Values -}}
{{- $users := int $v.users -}}
{{- $set := int (default $v.users $v.data.users) -}}
{{- $small := eq $v.data.images "small" -}}
{{- $scaled := $v.appServers.autoscaling -}}
{{- $most := ternary (int $scaled.most) (int $v.appServers.count) $scaled.enabled -}}
{{- $documents := int (default (add (ternary 256 512 $small) (div $set 10) (div (mul $users (int $v.documents.minutes)) 1000)) $v.documents.memory) -}}
{{- $database := int (default (add 256 (div $set 8)) $v.relational.memory) -}}
{{- $servers := int (ternary $scaled.least $v.appServers.count $scaled.enabled) -}}
{{- $app := int (default (add 384 (div (div $users 2) $servers) (div (sub $users (div $users $servers)) 50)) $v.appServers.memory) -}}
{{- $services := int (default (ternary $documents (add 256 (div $users 8)) (eq $v.documents.implementation "embedded")) $v.services.memory) -}}
{{- $loader := max (add 512 (div (max $users (min $set 10000)) 8)) (add 384 (div $set 10)) -}}
{{- $driver := int (default (add 256 (div (div $users (max 1 (int $v.drivers.count))) 8)) $v.drivers.memory) -}}
appHeap: {{ $app }}
driverHeap: {{ $driver }}
servicesHeap: {{ $services }}
loaderHeap: {{ $loader }}
documentHeap: {{ $documents }}
databaseMemory: {{ $database }}
sharedBuffers: {{ max 64 (div $database 4) }}
databaseConnections: {{ add (mul 30 (add $most 1)) 20 }}
brokerMemory: {{ default (add 512 (div $users 8)) $v.broker.memory }}
imageCache: {{ default (add 128 (ternary (div $set 4) (mul $set 3) $small)) $v.webServers.imageCache }}
waiters: {{ max 20000 (mul 2 $users) }}
appMemory: {{ add $app 192 (div $app 16) }}
loaderMemory: {{ add $loader 192 (div $loader 16) }}
driverMemory: {{ add $driver 192 (div $driver 16) }}
servicesMemory: {{ add $services 192 (div $services 16) (ternary $database 0 (eq $v.relational.implementation "embedded")) }}
documentMemory: {{ add $documents 192 (div $documents 16) }}
{{- end -}}
